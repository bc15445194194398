import { TITLE_MAX } from '#shared/rules/title.ts'

/** SQL: the beginning of a reply's first line, which stands for a title; `reply` is the alias of its row. */
export const replyTitle = (reply: string) =>
  `left(split_part(${reply}.content, E'\\n', 1), ${TITLE_MAX})`
