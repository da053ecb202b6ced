"""A GTP engine that agrees to everything it is said to know: `python telltale.py COMMAND,COMMAND,...`."""

import sys


def main() -> None:
    known = sys.argv[1].split(",")
    least = ["protocol_version", "boardsize", "clear_board", "komi", "quit"]
    for line in sys.stdin:
        name = line.split()[0]
        if name == "list_commands":
            text = "= " + "\n".join(known)
        elif name in (*least, *known):
            text = "= 2" if name == "protocol_version" else "= "
        else:
            text = "? unknown command"
        print(text + "\n", flush=True)


if __name__ == "__main__":
    main()
