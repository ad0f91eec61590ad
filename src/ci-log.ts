/** What runners of jobs take as a command in their log. */

/**
 * The number sign to escape in `##vso[`, `##teamcity[` and `##[`: runners of jobs run these commands wherever they are in a line of a log,
 * and some leave out what is invisible. The search is ten times as fast if the expression begins with the sign itself.
 */
export const loggingCommand = /#(?<=#\p{Variation_Selector}?#)(?=[a-z\p{Variation_Selector}]*\[)/giu;

/**
 * The colon to escape in `::error::`, which GitHub runs at the start of a line. A text can be wrapped anywhere, so its place does not
 * matter. An address such as `[::1]` or `[fd00::a]` cannot be a command.
 */
export const workflowCommand =
  /:(?<=:\p{Variation_Selector}?:)(?=\p{Variation_Selector}?[a-z])(?![\da-f:.]{0,45}\])/giu;
