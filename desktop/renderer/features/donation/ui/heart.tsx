import { useState } from 'react'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { donationTexts } from '#shared/i18n/screens/donation.ts'
import styles from './heart.module.css'

/** The heart beside the heading: it beats once a click and says thanks. */
export function Heart() {
  const t = useTexts(donationTexts)
  const [beats, setBeats] = useState(0)
  return (
    <span className={styles.place}>
      <button
        type="button"
        data-egg="heart"
        className={styles.heart}
        aria-label={t('donation.heart')}
        onClick={() => setBeats(beats + 1)}
      >
        <svg
          key={beats}
          className={beats > 0 ? styles.beat : ''}
          viewBox="0 0 24 24"
          aria-hidden="true"
        >
          <path d="M12 20.5 4.1 12.6a5 5 0 0 1 7.1-7.1l.8.8.8-.8a5 5 0 0 1 7.1 7.1z" />
        </svg>
      </button>
      <span className={styles.thanks} role="status">
        {beats > 0 && t('donation.thanks')}
      </span>
    </span>
  )
}
