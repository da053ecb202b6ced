"""KataGo's JSON analysis protocol on standard input and output, for KaTrain and for tools that review games.

query.py    one line of JSON -> a query of values, or what is wrong with it
answer.py   a report -> the dictionary that goes out
server.py   the queue of positions, the search that works it off, the thread that reads
cli.py      `tianyuan analysis`
"""
