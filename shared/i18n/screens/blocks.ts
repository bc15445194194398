import { texts } from '#shared/i18n/text.ts'

/** Blocked people and their folded texts. */
export const blocksTexts = texts(
  {
    'folded.title': 'You blocked {name}',
    'folded.text': 'You blocked {name}.',
    'folded.show': 'Show anyway',
    'block.action': 'Block',
    'block.remove': 'Unblock',
    'block.confirm':
      'Block {name}? Their notes, replies and posts are folded, for you only. They are not told; rankings and tallies stay as they are.',
    'block.cancel': 'Cancel',
    'block.added': 'You blocked {name}.',
    'block.removed': 'You unblocked {name}.',
    'block.undo': 'Undo',
    'block.failed': 'Nothing was changed.',
    'list.heading': 'Blocked people',
    'list.hint': 'Their notes, replies and posts are folded, for you only. They are not told.',
    'list.empty': 'You have blocked nobody. A track record has the button for it.',
    'list.since': 'Since {date}',
    'list.removeOf': 'Unblock: {name}',
    'list.all': 'Show all {count}',
  },
  {
    'folded.title': '{name}님을 차단했습니다',
    'folded.text': '{name}님을 차단했습니다.',
    'folded.show': '그래도 보기',
    'block.action': '차단',
    'block.remove': '차단 해제',
    'block.confirm':
      '{name}님을 차단하시겠습니까? 이 사람의 의견과 답글, 글이 내 화면에서만 접힙니다. 상대방에게 알리지 않으며, 순위와 집계는 그대로입니다.',
    'block.cancel': '취소',
    'block.added': '{name}님을 차단했습니다.',
    'block.removed': '{name}님의 차단을 해제했습니다.',
    'block.undo': '되돌리기',
    'block.failed': '변경하지 못했습니다.',
    'list.heading': '차단한 사람',
    'list.hint':
      '이 사람들의 의견과 답글, 글은 내 화면에서만 접힙니다. 상대방에게 알리지 않습니다.',
    'list.empty': '차단한 사람이 없습니다. 기록 화면에서 차단할 수 있습니다.',
    'list.since': '{date}부터',
    'list.removeOf': '차단 해제: {name}',
    'list.all': '{count}명 모두 보기',
  },
)
