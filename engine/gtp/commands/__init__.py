"""The table of commands: name -> handler. A handler checks its words, calls the session, and says the
answer.
"""

from collections.abc import Mapping

from engine.gtp.commands import admin, analyze, board, gogui, kata, kgs, play, record, score, time
from engine.gtp.door import Handler

COMMANDS: Mapping[str, Handler] = {
    **admin.COMMANDS,
    **board.COMMANDS,
    **play.COMMANDS,
    **time.COMMANDS,
    **score.COMMANDS,
    **record.COMMANDS,
    **kgs.COMMANDS,
    **kata.COMMANDS,
    **analyze.COMMANDS,
    **gogui.COMMANDS,
}
"""Exactly what `list_commands` shows and what works, in that order."""

admin.fill(COMMANDS)
