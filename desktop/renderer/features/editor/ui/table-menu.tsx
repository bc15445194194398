import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import { deleteTable } from '#desktop/renderer/features/editor/engine/insert.ts'
import { TABLE_ACTIONS } from '#desktop/renderer/features/editor/engine/table-actions.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './tool-menu.module.css'
import { ToolMenu } from './tool-menu.tsx'

/** What can be done to the table with the cursor. */
export function TableMenu({ editor }: { editor: RichTextEditor }) {
  const t = useTexts(editorTexts)
  return (
    <ToolMenu label={t('tool.tableEdit')} icon="tableEdit">
      {(close) => {
        const item = (text: string, isDisabled: boolean, act: () => void) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            aria-disabled={isDisabled}
            onClick={() => {
              close()
              if (!isDisabled) act()
              editor.focus()
            }}
          >
            {text}
          </button>
        )
        return (
          <>
            {TABLE_ACTIONS.map(({ name, command }) =>
              item(t(`table.${name}`), !editor.canExec(command), () => editor.exec(command)),
            )}
            {item(t('table.delete'), false, () => deleteTable(editor))}
          </>
        )
      }}
    </ToolMenu>
  )
}
