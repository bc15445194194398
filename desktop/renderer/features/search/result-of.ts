import type { SearchItem } from '#shared/contract/search.ts'
import type { Format } from '#shared/i18n/format.ts'
import type { searchTexts } from '#shared/i18n/screens/search.ts'
import type { Translate } from '#shared/i18n/text.ts'
import { boardViewPath, PATHS, roundPath, userPath, voteViewPath } from '#shared/rules/paths.ts'
import { reportedPath } from '#shared/rules/reported-path.ts'

/** Texts and formats of one language. */
interface Words {
  t: Translate<(typeof searchTexts)['en-US']>
  format: Pick<Format, 'date'>
}

/** A found item in the words of one language. */
export interface Result {
  key: string
  path: string
  /** The kind, such as the board of a post. */
  kind: string
  title: string
}

/** Where a found item leads and how it is named. */
export function resultOf(item: SearchItem, { t, format }: Words): Result {
  const day = (instant: string) => format.date(Date.parse(instant))
  switch (item.kind) {
    case 'note':
      return {
        key: `note ${item.id}`,
        path: voteViewPath(item.id),
        kind: t('item.note'),
        title: item.title || t('item.untitled'),
      }
    case 'post':
      return {
        key: `post ${item.id}`,
        path: boardViewPath(item.boardType, item.id),
        kind: t(`item.${item.boardType}`),
        title: item.title || t('item.untitled'),
      }
    case 'reply':
      return {
        key: `reply ${item.id}`,
        path: reportedPath({ ...item, target: 'reply', targetId: item.id }) ?? PATHS.search,
        kind: t('item.reply'),
        title: item.title || t('item.untitled'),
      }
    case 'person':
      return {
        key: `person ${item.uniqueCode}`,
        path: userPath(item.uniqueCode),
        kind: t('item.person'),
        title: item.nickname,
      }
    case 'round':
      return {
        key: `round ${item.refDate}`,
        path: roundPath(Date.parse(item.refDate)),
        kind: t('item.round'),
        title: t('item.roundDays', { from: day(item.refDate), to: day(item.targetDate) }),
      }
  }
}
