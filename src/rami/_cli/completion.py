"""`rami completion`: print a script with which a shell completes what the user types.

The scripts are written here, because the libraries that write them for bash and zsh do not support fish, and each is
one more package to install.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from rami import variants
from rami._cli.arguments import BOTS, Commands, Parser, add_command
from rami._cli.screen import Screen
from rami.locales.speaking import languages

SHELLS = ("bash", "zsh", "fish")
_EXAMPLES = """\
examples:
  rami completion bash    # in ~/.bashrc: eval "$(rami completion bash)"
  rami completion zsh     # in ~/.zshrc, below compinit: eval "$(rami completion zsh)"
  rami completion fish    # rami completion fish > ~/.config/fish/completions/rami.fish
"""
# The first argument of these commands may be the slug of a game; `replay` takes a file instead.
_OF_GAMES = ("play", "check", "moves", "solve", "score", "rules", "simulate", "perft")
# Bash completes file names only if no word fits (-o default), so the only words for `replay` are its options.
_BASH = """\
_rami() {
  local current="${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="@COMMANDS@"
  else
    case "${COMP_WORDS[1]}" in
@CASES@
    esac
  fi
  case "${COMP_WORDS[COMP_CWORD-1]}" in
@VALUES@
  esac
  case "${COMP_WORDS[1]}$current" in
    replay-*) ;;
    replay*) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _rami rami
"""
_VALUES = {
    "--lang": " ".join(languages()),
    "--bots": " ".join(BOTS),
    "--color": "auto always never",
    # These options take a position or a file, for which no words can be offered.
    "--position|--save": "",
}
# People may type a house-rule file instead of a game, so zsh completes files everywhere too.
_ZSH = """\
_rami() {
  local -a found
  if (( CURRENT == 2 )); then
    found=(@COMMANDS@)
  else
    case "$words[2]" in
@CASES@
    esac
  fi
  compadd -- $found
  _files
}
compdef _rami rami
"""


def add(commands: Commands) -> Parser:
    """Add `rami completion` to the commands."""
    what = "print a script that lets your shell complete what you type"
    parser = add_command(commands, "completion", run, what, examples=_EXAMPLES)
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    # Argparse adds to this mapping later; it has every command by the time the script is printed.
    parser.set_defaults(commands=commands.choices)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Print the script."""
    words = _words(arguments.commands)
    if arguments.shell == "fish":
        screen.write(_fish(words))
        return 0
    template, name = (_BASH, "words") if arguments.shell == "bash" else (_ZSH, "found")
    quote = '"{}"' if arguments.shell == "bash" else "({})"
    cases = "\n".join(
        f"      {command}) {name}={quote.format(' '.join(listed))} ;;" for command, listed in words.items()
    )
    script = template.replace("@COMMANDS@", " ".join(words)).replace("@CASES@", cases)
    values = "\n".join(f'    {option}) words="{listed}" ;;' for option, listed in _VALUES.items())
    script = script.replace("@VALUES@", values)
    screen.write(script.splitlines())
    return 0


def _words(commands: Mapping[str, Parser]) -> Mapping[str, tuple[str, ...]]:
    """Return the words that may follow each command: its options and the games."""
    found: dict[str, tuple[str, ...]] = {}
    for name, command in commands.items():
        names = variants.available() if name in _OF_GAMES else SHELLS if name == "completion" else ()
        found[name] = (*names, *command.options)
    return found


def _fish(words: Mapping[str, tuple[str, ...]]) -> list[str]:
    lines: list[str] = []
    for command, listed in words.items():
        lines.append(f"complete -c rami -n __fish_use_subcommand -a {command}")
        # Fish tries every line of the script, so each line must name the command that the word may follow.
        given = f"-n '__fish_seen_subcommand_from {command}'"
        for word in listed:
            what = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            lines.append(f"complete -c rami {given} {what}")
    return lines
