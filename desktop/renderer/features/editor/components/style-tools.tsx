import type { CSSProperties } from 'react'
import richStyles from '#desktop/renderer/components/rich-content.module.css'
import { setLineHeight, setStyle } from '#desktop/renderer/features/editor/engine/commands.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/schema.ts'
import {
  COLOR_NAMES,
  FONT_SIZES,
  LINE_HEIGHTS,
} from '#desktop/renderer/features/editor/engine/style-values.ts'
import type { ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './style-tools.module.css'
import { ToolMenu, ToolOptions } from './tool-menu.tsx'
import toolbarStyles from './toolbar.module.css'

/** Shows the line height `2` as `2.0`. */
const formatLineHeight = (height: string) => (height.includes('.') ? height : `${height}.0`)

/** Colors, font size and line height. */
export function StyleTools({ editor, state }: { editor: RichTextEditor; state: ToolState }) {
  const t = useTexts(editorTexts)
  const defaultOption = { value: '', text: t('choice.default') }
  const finish = (close: () => void) => {
    close()
    editor.focus()
  }
  return (
    <div className={toolbarStyles.group}>
      <ToolMenu label={t('tool.color')} icon="color">
        {(close) => (
          <>
            <ColorOptions
              kind="text"
              selected={state.textColor}
              onSelect={(name) => {
                setStyle(editor, 'textColor', name)
                finish(close)
              }}
            />
            <ColorOptions
              kind="background"
              selected={state.backgroundColor}
              onSelect={(name) => {
                setStyle(editor, 'backgroundColor', name)
                finish(close)
              }}
            />
          </>
        )}
      </ToolMenu>
      <ToolMenu label={t('tool.fontSize')} value={state.fontSize || '16'}>
        {(close) => (
          <ToolOptions
            options={[defaultOption, ...FONT_SIZES.map((value) => ({ value, text: value }))]}
            selected={state.fontSize}
            onSelect={(value) => {
              setStyle(editor, 'fontSize', value)
              finish(close)
            }}
          />
        )}
      </ToolMenu>
      <ToolMenu
        label={t('tool.lineHeight')}
        icon="lineHeight"
        value={state.lineHeight && formatLineHeight(state.lineHeight)}
      >
        {(close) => (
          <ToolOptions
            options={[
              defaultOption,
              ...LINE_HEIGHTS.map((value) => ({ value, text: formatLineHeight(value) })),
            ]}
            selected={state.lineHeight}
            onSelect={(value) => {
              setLineHeight(editor, value)
              finish(close)
            }}
          />
        )}
      </ToolMenu>
    </div>
  )
}

interface ColorOptionsProps {
  kind: 'text' | 'background'
  selected: string
  /** Called with '' to remove the color. */
  onSelect: (name: string) => void
}

function swatch(kind: 'text' | 'background', name: string): CSSProperties {
  if (name === '') return {}
  return kind === 'text' ? { color: `var(--ink-${name})` } : { background: `var(--mark-${name})` }
}

/** The named colors of text or of its background. */
function ColorOptions({ kind, selected, onSelect }: ColorOptionsProps) {
  const t = useTexts(editorTexts)
  const title = t(kind === 'text' ? 'color.text' : 'color.background')
  const colors = [
    { value: '', name: t('color.none') },
    ...COLOR_NAMES.map((value) => ({ value, name: t(`color.${value}`) })),
  ]
  return (
    <fieldset aria-label={title} className={`${styles.colors} ${richStyles.palette}`}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      <div className={styles.row}>
        {colors.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            aria-checked={value === selected}
            aria-label={`${title}: ${name}`}
            title={name}
            tabIndex={-1}
            className={styles.color}
            style={swatch(kind, value)}
            onClick={() => onSelect(value)}
          >
            <span aria-hidden="true">{value === '' ? '×' : 'A'}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
