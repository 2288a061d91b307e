import type { Command } from './command.js';

/** The words that may follow others, `` or `accounts` or `accounts create`, as a shell asks for them. */
function wordTable(commands: readonly Command[]) {
  const names = commands.map(({ name }) => name);
  const groups = [...new Set(names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0]!))];
  return [
    { after: '', words: [...new Set(names.map((name) => name.split(' ')[0]!)), 'help', '--help', '--version'] },
    ...groups.map((group) => ({
      after: group,
      words: names.filter((name) => name.startsWith(`${group} `)).map((name) => name.split(' ')[1]!),
    })),
    ...commands.map(({ name, options }) => ({ after: name, words: [...options, '--help'] })),
  ];
}

/** Shells for which completion can be printed, with what puts it in effect. */
export const SHELLS = {
  bash: {
    script: bashScript,
    install: 'loadcast completion bash > ~/.local/share/bash-completion/completions/loadcast',
  },
  zsh: {
    script: zshScript,
    install: "loadcast completion zsh > ~/.zfunc/_loadcast   # with 'fpath+=~/.zfunc' in ~/.zshrc",
  },
  fish: { script: fishScript, install: 'loadcast completion fish > ~/.config/fish/completions/loadcast.fish' },
} as const;

function bashScript(commands: readonly Command[]): string {
  return `_loadcast() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=''
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases(commands)}
  esac
  if [[ -z $words ]]; then COMPREPLY=($(compgen -f -- "$current")); else COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o filenames -F _loadcast loadcast`;
}

function zshScript(commands: readonly Command[]): string {
  return `#compdef loadcast
_loadcast() {
  local words_so_far="\${(j: :)words[2,CURRENT-1]} " words_next=''
  case "$words_so_far" in
${cases(commands).replaceAll('words=', 'words_next=')}
  esac
  if [[ -z $words_next ]]; then _files; else compadd -- \${=words_next}; _files; fi
}
_loadcast "$@"`;
}

/** Longest first: 'accounts create ' before 'accounts '. */
function cases(commands: readonly Command[]): string {
  const rows = [...wordTable(commands)].sort((a, b) => b.after.length - a.after.length);
  return rows
    .map(({ after, words }) => `    ${after === '' ? "' '" : `'${after} '*`}) words='${words.join(' ')}' ;;`)
    .join('\n');
}

function fishScript(commands: readonly Command[]): string {
  return wordTable(commands)
    .flatMap(({ after, words }) => {
      const condition =
        after === ''
          ? '__fish_use_subcommand'
          : `__fish_seen_subcommand_from ${after.split(' ').join('; and __fish_seen_subcommand_from ')}`;
      const next = words.filter((word) => !word.startsWith('--'));
      const isFirst = after === '' ? '' : `; and not __fish_seen_subcommand_from ${next.join(' ')}`;
      return words.map((word) =>
        word.startsWith('--')
          ? `complete -c loadcast -n '${condition}' -l ${word.slice(2)}`
          : `complete -c loadcast -f -n '${condition}${isFirst}' -a ${word}`,
      );
    })
    .join('\n');
}
