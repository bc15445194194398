import { setAlignment, setKind } from '#desktop/renderer/features/editor/engine/commands.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { ALIGNMENTS, type ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { Choices } from './choices.tsx'
import { ToolMenu } from './tool-menu.tsx'
import styles from './toolbar.module.css'

const KINDS = ['paragraph', 'heading1', 'heading2', 'heading3', 'quote', 'codeBlock'] as const
const ALIGNMENT_ICONS = {
  left: 'alignLeft',
  center: 'alignCenter',
  right: 'alignRight',
  justify: 'alignJustify',
} as const

/** What a paragraph is, and how it stands. */
export function BlockTools({ editor, state }: { editor: RichTextEditor; state: ToolState }) {
  const t = useTexts(editorTexts)
  const kind = KINDS.find((known) => known === state.kind)
  return (
    <div className={styles.group}>
      <ToolMenu label={t('tool.style')} value={t(kind ? `kind.${kind}` : 'kind.paragraph')}>
        {(close) => (
          <Choices
            options={KINDS.map((value) => ({ value, text: t(`kind.${value}`) }))}
            chosen={kind ?? null}
            onChoose={(value) => {
              close()
              setKind(editor, value)
              editor.focus()
            }}
          />
        )}
      </ToolMenu>
      <ToolMenu label={t('tool.align')} icon={ALIGNMENT_ICONS[state.alignment]}>
        {(close) => (
          <Choices
            options={ALIGNMENTS.map((value) => ({ value, text: t(`align.${value}`) }))}
            chosen={state.alignment}
            onChoose={(value) => {
              close()
              setAlignment(editor, value)
              editor.focus()
            }}
          />
        )}
      </ToolMenu>
    </div>
  )
}
