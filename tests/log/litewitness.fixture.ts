/**
 * Requests to a witness and its replies, from github.com/FiloSottile/torchwood,
 * cmd/litewitness/testdata/litewitness.txt. Where c2sp.org/tlog-witness demands another status today, the
 * status is that one: 404 for an unknown log. The signature that fails has no pad bits here.
 */
const ORIGIN = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562'

export const SIGSUM = {
  origin: ORIGIN,
  publicKey: 'ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f',
}

const hash = (start: string, end = 'AAAA=') =>
  `${start}${'A'.repeat(44 - start.length - end.length)}${end}`
const note = (size: number, root: string, signature: string, origin = ORIGIN) =>
  `\n${origin}\n${size}\n${root}\n\n— ${origin} UgIom${signature}\n`

const ONE = note(
  1,
  hash('KgA'),
  '7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=',
)
const THREE_SIGNED =
  '2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go='
const THREE_ROOT = 'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0='
const THREE = note(3, THREE_ROOT, THREE_SIGNED)
const FIVE = note(
  5,
  'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=',
  'w/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
)
const TO_THREE = `${hash('KgE')}\n${hash('KgI')}\n`
const TO_FIVE = [
  hash('KgI'),
  hash('KgM'),
  'wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=',
  hash('KgQ'),
]

/** In this order: each reply depends on the requests before. */
export const EXCHANGES = [
  { body: `old 0\n${ONE}`, status: 200, reply: null },
  {
    body: `old 1\n${TO_THREE}${note(3, THREE_ROOT, THREE_SIGNED.replace('go=', 'gw='))}`,
    status: 403,
    reply: null,
  },
  {
    body: `old 1\n${TO_THREE}${note(3, THREE_ROOT, THREE_SIGNED, ORIGIN.replace(/2$/, '3'))}`,
    status: 404,
    reply: null,
  },
  { body: `old 1\n${THREE}`, status: 422, reply: null },
  { body: `old 1\n${hash('KgE')}\n${hash('KgI', 'ABA=')}\n${THREE}`, status: 422, reply: null },
  { body: `old 1\n${TO_THREE}${THREE}`, status: 200, reply: null },
  {
    body: `old 1\n${hash('KgE')}\n+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=\n${hash('KgQ')}\n${FIVE}`,
    status: 409,
    reply: '3\n',
  },
  { body: `old 3\n${TO_FIVE.join('\n')}\n${FIVE}`, status: 200, reply: null },
  { body: `old 0\n${FIVE}`, status: 409, reply: '5\n' },
]
