import { useTexts } from '#desktop/renderer/platform/services.ts'
import { useSite } from '#desktop/renderer/platform/site.ts'
import type { Site } from '#shared/contract/site.ts'
import { adsTexts } from '#shared/i18n/screens/ads.ts'
import styles from './ad-picture.module.css'

interface AdPictureProps {
  place: keyof Site['ads']
  /** Called when the picture cannot be loaded. */
  onBroken: () => void
}

/** Picture and link of a filled slot, labeled as an ad. */
export function AdPicture({ place, onBroken }: AdPictureProps) {
  const t = useTexts(adsTexts)
  const slot = useSite().data?.ads[place]
  if (!slot) return null
  return (
    <aside className={styles.ad} aria-label={t('ads.label')}>
      <span className={styles.label}>{t('ads.label')}</span>
      <a href={slot.href} target="_blank" rel="sponsored noopener noreferrer nofollow">
        <img
          src={slot.image}
          alt={slot.alt}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={onBroken}
        />
      </a>
    </aside>
  )
}
