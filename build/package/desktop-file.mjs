const ACTIONS = [
  { id: 'Write', name: 'Make a Call', korean: '예측하기', link: 'tidemark://vote/write' },
  { id: 'Votes', name: 'Calls', korean: '예측', link: 'tidemark://vote' },
  { id: 'Boards', name: 'Boards', korean: '게시판', link: 'tidemark://boards' },
]

/**
 * The desktop file of a Linux package. Its quick actions are those of the jump list of Windows: each starts
 * the app with a link, which the running app opens.
 * @param {string} command
 */
export const desktopFile = (command) => ({
  entry: {
    'Comment[ko]': '일주일 뒤 BTC/USDT 가격을 예측하는 서비스',
    Keywords: 'bitcoin;btc;vote;prediction;',
    Actions: ACTIONS.map(({ id }) => `${id};`).join(''),
  },
  desktopActions: Object.fromEntries(
    ACTIONS.map(({ id, name, korean, link }) => [
      id,
      { Name: name, 'Name[ko]': korean, Exec: `${command} ${link}` },
    ]),
  ),
})
