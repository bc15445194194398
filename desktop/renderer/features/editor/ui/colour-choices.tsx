import type { CSSProperties } from 'react'
import richStyles from '#desktop/renderer/components/rich-content.module.css'
import { COLOUR_NAMES } from '#desktop/renderer/features/editor/model/palette.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './colour-choices.module.css'

interface ColourChoicesProps {
  kind: 'text' | 'background'
  chosen: string
  /** An empty name takes the colour away. */
  onChoose: (name: string) => void
}

function swatch(kind: 'text' | 'background', name: string): CSSProperties {
  if (name === '') return {}
  return kind === 'text' ? { color: `var(--ink-${name})` } : { background: `var(--mark-${name})` }
}

/** The named colours for text or for its background. */
export function ColourChoices({ kind, chosen, onChoose }: ColourChoicesProps) {
  const t = useTexts(editorTexts)
  const title = t(kind === 'text' ? 'colour.text' : 'colour.background')
  const colours = [
    { value: '', name: t('colour.none') },
    ...COLOUR_NAMES.map((value) => ({ value, name: t(`colour.${value}`) })),
  ]
  return (
    <fieldset aria-label={title} className={`${styles.group} ${richStyles.palette}`}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      <div className={styles.row}>
        {colours.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            aria-checked={value === chosen}
            aria-label={`${title}: ${name}`}
            title={name}
            tabIndex={-1}
            className={styles.colour}
            style={swatch(kind, value)}
            onClick={() => onChoose(value)}
          >
            <span aria-hidden="true">{value === '' ? '×' : 'A'}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
