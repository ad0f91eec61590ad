/**
 * The scripts: each pipes what is typed to `rental complete` and inserts what that prints. None
 * evaluates any text.
 */
import type { Shell } from '../../cli/completion/shells.ts';

/** Works with bash 3.2, which macOS has: no associative arrays, no mapfile. */
const bash = `# Completion of rental for bash 3.2 and later.
# Now:    source <(rental completion bash)
# Always: add that line to ~/.bashrc
#         On macOS with bash 3.2:  rental completion bash > ~/.rental-completion.bash
#         and add this line to ~/.bash_profile:  source ~/.rental-completion.bash
_rental() {
  local text help
  COMPREPLY=()
  while IFS=$'\\t' read -r text help; do
    COMPREPLY[\${#COMPREPLY[@]}]=$text
  done < <(printf '%s\\n' "\${COMP_LINE:0:$COMP_POINT}" | command rental complete bash "$COMP_WORDBREAKS" 2>/dev/null)
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
  local text help
  local -a texts shown
  while IFS=$'\\t' read -r text help; do
    texts+=("$text")
    shown+=("$text\${help:+  -- $help}")
  done < <(print -r -- "\${(j: :)words[1,CURRENT-1]} \${QIPREFIX}\${PREFIX}" | command rental complete zsh 2>/dev/null)
  # rental has chosen what fits (-U), and zsh quotes it.
  (( $#texts )) && compadd -U -V rental -l -d shown -a texts
}
if [[ $funcstack[1] == _rental ]]; then
  _rental "$@"
else
  compdef _rental rental
fi
`;

const fish = `# Completion of rental for fish 3.1 and later.
# Now:    rental completion fish | source
# Always: mkdir -p ~/.config/fish/completions
#         rental completion fish > ~/.config/fish/completions/rental.fish
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
        # Pipes and arguments change quotes and other characters, so both ways are base64.
        $typed = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($line))
        $answer = $typed | rental complete powershell 2>$null
        foreach ($one in [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($answer)).Trim().Split([char]10)) {
            $text, $help = $one.Split([char]9)
            if (-not $help) { $help = $text }
            [Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $help)
        }
    } catch {
        # No suggestions.
    }
}
`;

export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };
