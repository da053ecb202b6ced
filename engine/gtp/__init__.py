"""The GTP door: text comes in, the session does the work, text goes out.

cli.py       flags, the greeting on a terminal
inbox.py     the thread that reads while the engine thinks
server.py    one command at a time: dispatch, answer, log
door.py      what a handler sees of the server
commands/    a table of name -> handler, in files by theme
infolines.py the lines of analysis commands, in both dialects
"""
