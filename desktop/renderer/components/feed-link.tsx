import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { feedTexts } from '#shared/i18n/screens/feeds.ts'
import { FEED_PATHS } from '#shared/rules/paths.ts'

interface FeedLinkProps {
  path: string
  /** By default the kind of the link. */
  text?: string
}

/** A link to a feed or to the calendar, in the language of the interface. */
export function FeedLink({ path, text }: FeedLinkProps) {
  const t = useTexts(feedTexts)
  const { locale } = useLanguage()
  const { platform } = useServices()
  const address = `${path}?lang=${locale === 'ko-KR' ? 'ko' : 'en'}`
  const name = text ?? t(path === FEED_PATHS.calendar ? 'link.calendar' : 'link.feed')
  // The desktop app opens it in the browser.
  if (platform.kind === 'web') return <a href={address}>{name}</a>
  return (
    <a href={platform.apiOrigin + address} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
