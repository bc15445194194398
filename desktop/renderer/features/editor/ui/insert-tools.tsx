import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { insertTable } from '#desktop/renderer/features/editor/engine/insert.ts'
import type { ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { KEYS } from '#desktop/renderer/features/editor/model/keys.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { TableMenu } from './table-menu.tsx'
import { TablePicker } from './table-picker.tsx'
import { ToolButton } from './tool-button.tsx'
import { ToolMenu } from './tool-menu.tsx'
import styles from './toolbar.module.css'

export type DialogName = 'link' | 'picture' | 'video' | 'help'

interface InsertToolsProps {
  editor: RichTextEditor
  state: ToolState
  onDialog: (name: DialogName) => void
}

/** What can be put into the text. */
export function InsertTools({ editor, state, onDialog }: InsertToolsProps) {
  const t = useTexts(editorTexts)
  return (
    <div className={styles.group}>
      <ToolMenu label={t('tool.table')} icon="table" popup="dialog">
        {(close) => (
          <TablePicker
            onChoose={({ rows, columns }) => {
              close()
              insertTable(editor, rows, columns)
              editor.focus()
            }}
          />
        )}
      </ToolMenu>
      {state.isInTable && <TableMenu editor={editor} />}
      <ToolButton
        icon="link"
        label={t('tool.link')}
        keys={KEYS.link}
        isPressed={state.isLink}
        onPress={() => onDialog('link')}
      />
      <ToolButton icon="picture" label={t('tool.picture')} onPress={() => onDialog('picture')} />
      <ToolButton icon="video" label={t('tool.video')} onPress={() => onDialog('video')} />
    </div>
  )
}
