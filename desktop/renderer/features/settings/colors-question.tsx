import { useEffect, useId, useState } from 'react'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { COLOR_SETS, isAskedForColors } from '#desktop/renderer/platform/theme.ts'
import { settingsTexts } from '#shared/i18n/screens/settings.ts'
import styles from './colors-question.module.css'
import { ColorSample } from './settings-controls.tsx'

/** Asks once for the colors of the directions; every answer is stored, closing as the site's own. */
export function ColorsQuestion() {
  const { locale } = useLanguage()
  const { preferences } = useServices().platform
  const [isAsked, setAsked] = useState(false)
  // Not in the first render: the server does not know who was asked.
  useEffect(() => setAsked(isAskedForColors(locale, preferences)), [locale, preferences])
  return isAsked && <Question onAnswered={() => setAsked(false)} />
}

function Question({ onAnswered }: { onAnswered: () => void }) {
  const t = useTexts(settingsTexts)
  const { colors } = useServices()
  const titleId = useId()
  const choose = (set: (typeof COLOR_SETS)[number]) => {
    colors.set(set)
    onAnswered()
  }
  return (
    <section className={styles.question} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('colors.question')}</h2>
      <div className={styles.options}>
        {COLOR_SETS.filter((set) => set !== 'western').map((set) => (
          <button key={set} type="button" onClick={() => choose(set)}>
            <ColorSample colors={set} />
            {t(`colors.${set}`)}
          </button>
        ))}
      </div>
      <p>{t('colors.later')}</p>
      <button
        type="button"
        className={styles.close}
        onClick={() => choose('classic')}
        aria-label={t('settings.close')}
      >
        ×
      </button>
    </section>
  )
}
