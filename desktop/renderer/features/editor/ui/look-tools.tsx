import { setLineHeight, setStyle } from '#desktop/renderer/features/editor/engine/commands.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import type { ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { FONT_SIZES, LINE_HEIGHTS } from '#desktop/renderer/features/editor/model/sizes.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { Choices } from './choices.tsx'
import { ColourChoices } from './colour-choices.tsx'
import { ToolMenu } from './tool-menu.tsx'
import styles from './toolbar.module.css'

/** A line height as it is read: `2` is `2.0`. */
const asMultiple = (height: string) => (height.includes('.') ? height : `${height}.0`)

/** The colours and sizes of text. */
export function LookTools({ editor, state }: { editor: RichTextEditor; state: ToolState }) {
  const t = useTexts(editorTexts)
  const plain = { value: '', text: t('choice.default') }
  const done = (close: () => void) => {
    close()
    editor.focus()
  }
  return (
    <div className={styles.group}>
      <ToolMenu label={t('tool.colour')} icon="colour">
        {(close) => (
          <>
            <ColourChoices
              kind="text"
              chosen={state.textColour}
              onChoose={(name) => {
                setStyle(editor, 'textColor', name)
                done(close)
              }}
            />
            <ColourChoices
              kind="background"
              chosen={state.backgroundColour}
              onChoose={(name) => {
                setStyle(editor, 'backgroundColor', name)
                done(close)
              }}
            />
          </>
        )}
      </ToolMenu>
      <ToolMenu label={t('tool.fontSize')} value={state.fontSize || '16'}>
        {(close) => (
          <Choices
            options={[plain, ...FONT_SIZES.map((value) => ({ value, text: value }))]}
            chosen={state.fontSize}
            onChoose={(value) => {
              setStyle(editor, 'fontSize', value)
              done(close)
            }}
          />
        )}
      </ToolMenu>
      <ToolMenu
        label={t('tool.lineHeight')}
        icon="lineHeight"
        value={state.lineHeight && asMultiple(state.lineHeight)}
      >
        {(close) => (
          <Choices
            options={[plain, ...LINE_HEIGHTS.map((value) => ({ value, text: asMultiple(value) }))]}
            chosen={state.lineHeight}
            onChoose={(value) => {
              setLineHeight(editor, value)
              done(close)
            }}
          />
        )}
      </ToolMenu>
    </div>
  )
}
