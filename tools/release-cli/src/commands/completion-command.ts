/** Completion of commands and options for the shells of people, made from the commands themselves. */
import { Argument, type Command } from 'commander';
import { say } from '../terminal';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type CompletionShell = (typeof SHELLS)[number];

export function register(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nbash, zsh:  eval "$(release completion bash)"\nfish:       release completion fish | source')
    .action((shell: CompletionShell) => say(completionScript(shell, program).trimEnd()));
}

interface Completed {
  name: string;
  description: string;
  options: { flag: string; description: string }[];
}

/** @returns A script to be evaluated by the shell. */
export function completionScript(shell: CompletionShell, program: Command): string {
  const commands = program.commands.map(completed);
  return { bash, zsh, fish }[shell](commands);
}

const completed = (command: Command): Completed => ({
  name: command.name(),
  description: command.description(),
  options: command.options.map(({ long, short, description }) => ({ flag: long ?? short ?? '', description })),
});

const words = (list: { flag: string }[]): string => list.map(({ flag }) => flag).join(' ');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = (commands: Completed[]): string => `_release() {
  local words
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `    ${name}) words='${words(options)}' ;;`).join('\n')}
    *) words='' ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${commands.map(({ name }) => name).join(' ')}'
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _release release
`;

const zsh = (commands: Completed[]): string => `#compdef release
_release() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, description }) => `      ${quoted(`${name}:${description.replaceAll(':', '\\:')}`)}`).join('\n')}
    )
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${commands.map(({ name, options }) => `    ${name}) compadd -- ${words(options)} ;;`).join('\n')}
  esac
  _files
}
compdef _release release
`;

const fish = (commands: Completed[]): string =>
  commands
    .flatMap(({ name, description, options }) => [
      `complete -c release -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...options.map(
        ({ flag, description: what }) =>
          `complete -c release -n '__fish_seen_subcommand_from ${name}' -l ${flag.replace(/^--?/, '')} -d ${quoted(what)}`,
      ),
    ])
    .join('\n')
    .concat('\n');
