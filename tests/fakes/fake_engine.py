"""A GTP engine that misbehaves on purpose: `python fake_engine.py MODE [SECONDS]`.

It answers name, protocol_version, version, quit and echo; any other command with `?`. The mode says what goes
wrong, from the command `go` on: crash, close, hang, deaf (reads no more), stray, noise (an endless line),
double, slow, flood (stderr), wrong-id, orphan (leaves a grandchild that holds no pipe), ignore-quit,
ignore-term, stream.
"""

import os
import signal
import subprocess
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def go(mode: str, head: str, seconds: float) -> None:
    if mode == "crash":
        sys.stderr.write("out of stones\n")
        sys.stderr.flush()
        os._exit(3)
    elif mode == "close":
        os.close(1)
        time.sleep(seconds)
    elif mode in ("hang", "deaf"):
        time.sleep(seconds)
    elif mode == "stray":
        say("thinking hard\nstill thinking\n")
        time.sleep(seconds)
    elif mode == "noise":
        while True:
            say("x" * 65536)
    elif mode == "double":
        say(f"={head} one\n\n={head} two\n\n")
    elif mode == "slow":
        time.sleep(seconds)
        say(f"={head} late\n\n")
    elif mode == "flood":
        for _ in range(64):
            sys.stderr.write("y" * 65535 + "\n")
        say(f"={head} flooded\n\n")
    elif mode == "wrong-id":
        say("=77 D4\n\n")
    elif mode == "orphan":
        null = subprocess.DEVNULL
        child = subprocess.Popen(["sleep", "3600"], stdin=null, stdout=null, stderr=null)
        say(f"={head} {child.pid}\n\n")
    elif mode == "stream":
        say(f"={head}\n")
        for number in range(3):
            say(f"info {number}\n")
        say("\n")
    else:
        say(f"={head} fine\n\n")


def main() -> None:
    mode = sys.argv[1] if len(sys.argv) > 1 else "ok"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 3600.0
    if mode == "nostart":
        sys.exit(3)
    if mode == "ignore-term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while line := sys.stdin.readline():
        words = line.split()
        head = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        name, *args = words
        if name == "quit":
            if mode in ("ignore-quit", "ignore-term"):
                time.sleep(seconds)
            say(f"={head} \n\n")
            return
        if name == "go":
            go(mode, head, seconds)
        elif name == "echo":
            say(f"={head} {' '.join(args)}\n\n")
        elif name in ("name", "version", "protocol_version"):
            say(f"={head} {({'name': 'Fake', 'version': '1', 'protocol_version': '2'})[name]}\n\n")
        else:
            say(f"?{head} unknown command\n\n")


if __name__ == "__main__":
    main()
