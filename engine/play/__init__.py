"""`tianyuan play`: a refereed game on a terminal, people and engine on either side.

cli.py     flags, new or resumed game
table.py   the game from its start to its signed result
agree.py   dead stones: propose, accept, play on
seats.py   who sits at the table: a person at the prompt, or the engine
screen.py  what is seen and typed
saved.py   the record and the state on disk
"""
