import type { TextKey } from '#shared/i18n/en.ts'
import { PATHS } from '#shared/rules/paths.ts'

interface Place {
  to: string
  text: TextKey
}

interface HeaderPlace extends Place {
  text: Extract<TextKey, `nav.${string}`>
  /** Shown from 1100 px on: narrower windows have no desk. */
  isWide?: boolean
}

/** Links of the header, in order. */
export const HEADER_PLACES: readonly HeaderPlace[] = [
  { to: PATHS.votes, text: 'nav.votes' },
  { to: PATHS.desk, text: 'nav.desk', isWide: true },
  { to: PATHS.rounds, text: 'nav.rounds' },
  { to: PATHS.ranking, text: 'nav.ranking' },
  { to: PATHS.boards, text: 'nav.boards' },
  { to: PATHS.donation, text: 'nav.donation' },
]

/** Links of the footer, in order. */
export const FOOTER_PLACES = [
  { to: PATHS.terms, text: 'footer.terms' },
  { to: PATHS.privacy, text: 'footer.privacy' },
  { to: PATHS.rules, text: 'footer.rules' },
  { to: PATHS.verify, text: 'footer.verify' },
  { to: PATHS.modlog, text: 'footer.modlog' },
  { to: PATHS.status, text: 'footer.status' },
  { to: `${PATHS.rules}#feeds`, text: 'footer.feeds' },
] as const satisfies readonly Place[]

/** Links of the bar at the bottom of phones, before "Me"; the icon is a path on a 24 × 24 grid. */
export const PHONE_PLACES = [
  { to: PATHS.home, text: 'nav.home', icon: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9' },
  { to: PATHS.votes, text: 'nav.votes', icon: 'M4 17l5-6 4 4 7-9M20 11V6h-5' },
  {
    to: PATHS.rounds,
    text: 'nav.rounds',
    icon: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 2',
  },
  { to: PATHS.boards, text: 'nav.boards', icon: 'M4 6h16v10h-9l-4 4v-4H4z' },
] as const satisfies readonly (Place & { icon: string })[]

/** Text of a link in the bar of phones. */
export type PhoneText = (typeof PHONE_PLACES)[number]['text'] | 'nav.me'

export const ME_ICON = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c.5-4 3-6 7-6s6.5 2 7 6'

/** Whether a path belongs to a place: the place itself or a screen below it. */
export const isWithin = (pathname: string, place: string) =>
  place === PATHS.home ? pathname === place : `${pathname}/`.startsWith(`${place}/`)
