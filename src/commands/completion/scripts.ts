/** The scripts: each pipes what is typed to `rental complete` and inserts what that prints. None evaluates any text. */
import type { Shell } from '../../cli/completion/shells.ts';

/** Works with bash 3.2, which macOS has: no associative arrays, no mapfile, perhaps no compopt. */
const bash = `# Completion of rental for bash 3.2 and later.
# Now:    source <(rental completion bash)
# Always: add that line to ~/.bashrc
#         On macOS with bash 3.2:  rental completion bash > ~/.rental-completion.bash
#         and add this line to ~/.bash_profile:  source ~/.rental-completion.bash
_rental() {
  local mode= line
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$mode" ]; then
      mode=$line
    else
      COMPREPLY[\${#COMPREPLY[@]}]=$line
    fi
  done < <(printf '%s\\n' "\${COMP_LINE:0:$COMP_POINT}" | command rental complete bash "$COMP_WORDBREAKS" 2>/dev/null)
  if [ "$mode" = open ] && type compopt >/dev/null 2>&1; then
    compopt -o nospace
  fi
}
complete -F _rental rental
`;

const zsh = `#compdef rental
# Completion of rental for zsh.
# Now:    source <(rental completion zsh)        (after compinit)
# Always: save it as _rental in a folder of $fpath:
#         mkdir -p ~/.zsh/completions
#         rental completion zsh > ~/.zsh/completions/_rental
#         and have these lines in ~/.zshrc:
#         fpath=(~/.zsh/completions $fpath)
#         autoload -Uz compinit && compinit
_rental() {
  local mode value shown
  local -a values displays suffix
  {
    IFS= read -r mode
    while IFS=$'\\t' read -r value shown; do
      values+=("$value")
      displays+=("$shown")
    done
  } < <(print -r -- "\${(j: :)words[1,CURRENT-1]} \${QIPREFIX}\${PREFIX}" | command rental complete zsh 2>/dev/null)
  [[ $mode == open ]] && suffix=(-S '')
  # What all have in common would replace more of the typed text than it adds, so only show them.
  [[ $mode == list ]] && compstate[insert]= compstate[list]='list force'
  # rental has chosen what fits (-U), and zsh quotes it.
  (( $#values )) && compadd -U -V rental -l -d displays "\${suffix[@]}" -a values
}
if [[ $funcstack[1] == _rental ]]; then
  _rental "$@"
else
  compdef _rental rental
fi
`;

const fish = `# Completion of rental for fish 3.1 and later.
# Now:    rental completion fish | source
# Always: rental completion fish > ~/.config/fish/completions/rental.fish
function __rental_complete
    commandline -cp | command rental complete fish 2>/dev/null
end
complete -c rental -f -k -a '(__rental_complete)'
`;

const powershell = `# Completion of rental for PowerShell 5.1 and later.
# Now:    rental completion powershell | Out-String | Invoke-Expression
# Always: add that line to the file that $PROFILE names
Register-ArgumentCompleter -Native -CommandName rental -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    try {
        # The text of the command ends before the spaces at the cursor.
        $length = $cursorPosition - $commandAst.Extent.StartOffset
        $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
        # Pipes and arguments change quotes and other characters, so both ways are ASCII.
        $typed = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($line))
        $found = $typed | rental complete powershell 2>$null | ConvertFrom-Json
        foreach ($one in $found) {
            [Management.Automation.CompletionResult]::new($one.text, $one.label, 'ParameterValue', $one.help)
        }
    } catch {
        # No suggestions.
    }
}
`;

export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };
