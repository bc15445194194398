import { at, type Screen } from '#build/screens/screen.ts'
import type { SiteContent } from '#tests/browser/support/site-content.ts'

const SIZES = [
  { width: 1100, height: 700 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
]

/** The desk in the smallest, a usual and the largest window. */
export const deskScreens: Screen[] = SIZES.flatMap((onlySize) => {
  const desk = { path: at('/desk'), isWindow: true, onlySize }
  const size = `${onlySize.width}`
  return [
    { ...desk, name: `desk-guest-${size}`, viewer: 'guest' as const },
    { ...desk, name: `desk-voted-${size}`, viewer: 'voter' as const },
    {
      ...desk,
      name: `desk-voting-${size}`,
      viewer: 'newcomer' as const,
      arrange: (page) => page.getByRole('radio').first().check(),
    },
    {
      ...desk,
      name: `desk-vote-${size}`,
      viewer: 'voter' as const,
      path: (id: SiteContent) => `/desk?vote=${id.otherVote}`,
    },
    {
      ...desk,
      name: `desk-gate-${size}`,
      viewer: 'newcomer' as const,
      path: (id: SiteContent) => `/desk?vote=${id.otherVote}`,
    },
  ]
})
