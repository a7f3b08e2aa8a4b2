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
  /** `create` of `token create`; none of most commands. */
  commands: Completed[];
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
  commands: command.commands.map(completed),
});

const names = (commands: Completed[]): string => commands.map(({ name }) => name).join(' ');
const words = (list: { flag: string }[]): string => list.map(({ flag }) => flag).join(' ');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Patterns of `COMMAND WORD`, where the word is what stands behind the command, and what they have: the more exact ones first. */
const cases = (commands: Completed[]): { pattern: string; flags: string }[] =>
  commands.flatMap(({ name, options, commands: own }) => [
    ...own.map((one) => ({ pattern: `'${name} ${one.name}'`, flags: words(one.options) })),
    { pattern: `'${name} '*`, flags: words(options) },
  ]);

const groups = (commands: Completed[]): Completed[] => commands.filter((command) => command.commands.length > 0);

const bash = (commands: Completed[]): string => `_release() {
  local words
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases(commands)
  .map(({ pattern, flags }) => `    ${pattern}) words='${flags}' ;;`)
  .join('\n')}
    *) words='' ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${names(commands)}'
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${groups(commands)
  .map((group) => `      ${group.name}) words="$words ${names(group.commands)}" ;;`)
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _release release
`;

const described = (commands: Completed[]): string =>
  commands.map(({ name, description }) => `      ${quoted(`${name}:${description.replaceAll(':', '\\:')}`)}`).join('\n');

const zsh = (commands: Completed[]): string => `#compdef release
_release() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${described(commands)}
    )
    _describe 'command' commands
    return
  fi
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${groups(commands)
  .map((group) => `    ${group.name}) commands=(\n${described(group.commands)}\n    ); _describe 'command' commands ;;`)
  .join('\n')}
    esac
  fi
  case "$words[2] $words[3]" in
${cases(commands)
  .map(({ pattern, flags }) => `    ${pattern}) compadd -- ${flags} ;;`)
  .join('\n')}
  esac
  _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _release release
`;

/** Where the words on the line begin with a command, and with what belongs to it. */
const FISH_PLACE = `function __release_is
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]; and begin; not set -q argv[2]; or test "$words[3]" = $argv[2]; end
end`;

const fish = (commands: Completed[]): string => [FISH_PLACE, ...commands.flatMap(fishCommand)].join('\n').concat('\n');

function fishCommand(command: Completed): string[] {
  const { name, description, commands } = command;
  const here = `__release_is ${name}`;
  const alone = commands.length === 0 ? here : `${here}; and not contains -- (commandline -opc)[3] ${names(commands)}`;
  return [
    `complete -c release -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...fishOptions(command, alone),
    ...commands.flatMap((one) => [
      `complete -c release -n '${here}; and test (count (commandline -opc)) -eq 2' -a ${one.name} -d ${quoted(one.description)}`,
      ...fishOptions(one, `${here} ${one.name}`),
    ]),
  ];
}

const fishOptions = ({ options }: Completed, condition: string): string[] =>
  options.map(({ flag, description }) => `complete -c release -n '${condition}' -l ${flag.replace(/^--?/, '')} -d ${quoted(description)}`);
