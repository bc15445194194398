import { lazy, Suspense } from 'react'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'

/** Few authors need it. */
const OwnHiddenNotice = lazy(() => import('./own-hidden-notice.tsx'))

/** Mark of a hidden text for those who still see it. */
export function HiddenBadge() {
  const t = useTexts(moderationTexts)
  return <Badge tone="warn">{t('hidden.badge')}</Badge>
}

/** In place of a hidden note. */
export function HiddenNote() {
  const t = useTexts(moderationTexts)
  return <>{t('hidden.note')}</>
}

interface OwnHiddenProps {
  userId: number
  target: 'vote' | 'post'
  id: number
}

/** Reason and appeal above an own hidden text. */
export function OwnHidden(props: OwnHiddenProps) {
  return (
    <Suspense fallback={null}>
      <OwnHiddenNotice {...props} />
    </Suspense>
  )
}
