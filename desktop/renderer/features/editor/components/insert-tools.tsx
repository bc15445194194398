import { type KeyboardEvent, useRef, useState } from 'react'
import {
  deleteTable,
  insertTable,
  stepSize,
  TABLE_ACTIONS,
  TABLE_MAX,
  type TableSize,
} from '#desktop/renderer/features/editor/engine/insert.ts'
import { SHORTCUTS } from '#desktop/renderer/features/editor/engine/keyboard.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/schema.ts'
import type { ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import type { DialogName } from './dialogs.tsx'
import styles from './insert-tools.module.css'
import { ToolButton } from './tool-button.tsx'
import menuStyles from './tool-menu.module.css'
import { ToolMenu } from './tool-menu.tsx'
import toolbarStyles from './toolbar.module.css'

interface InsertToolsProps {
  editor: RichTextEditor
  state: ToolState
  /** Else only links and pictures, and what the table at the cursor needs. */
  isAll: boolean
  onDialog: (name: DialogName) => void
}

/** Tables, links and media. */
export function InsertTools({ editor, state, isAll, onDialog }: InsertToolsProps) {
  const t = useTexts(editorTexts)
  return (
    <div className={toolbarStyles.group}>
      {isAll && (
        <ToolMenu label={t('tool.table')} icon="table" popup="dialog">
          {(close) => (
            <TablePicker
              onSelect={(size) => {
                close()
                insertTable(editor, size)
                editor.focus()
              }}
            />
          )}
        </ToolMenu>
      )}
      {state.isInTable && <TableMenu editor={editor} />}
      <ToolButton
        icon="link"
        label={t('tool.link')}
        keys={SHORTCUTS.link}
        isPressed={state.isLink}
        onPress={() => onDialog('link')}
      />
      <ToolButton icon="picture" label={t('tool.picture')} onPress={() => onDialog('picture')} />
      {isAll && (
        <ToolButton icon="video" label={t('tool.video')} onPress={() => onDialog('video')} />
      )}
    </div>
  )
}

const COUNTS = Array.from({ length: TABLE_MAX }, (_, index) => index + 1)

/** A grid to select the size of a new table by pointer or arrow keys. */
function TablePicker({ onSelect }: { onSelect: (size: TableSize) => void }) {
  const t = useTexts(editorTexts)
  const [size, setSize] = useState<TableSize>({ rows: 1, columns: 1 })
  const grid = useRef<HTMLTableElement>(null)
  const name = ({ rows, columns }: TableSize) => t('table.size', { rows, columns })
  const isSelected = ({ rows, columns }: TableSize) => rows <= size.rows && columns <= size.columns

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepSize(size, event.key)
    if (!next) return
    // The surrounding menu would move the focus, too.
    event.stopPropagation()
    event.preventDefault()
    setSize(next)
    const cell = `[data-size="${next.rows}-${next.columns}"]`
    grid.current?.querySelector<HTMLElement>(cell)?.focus()
  }

  return (
    <>
      <table ref={grid} aria-label={t('table.pick')} className={styles.grid}>
        <tbody>
          {COUNTS.map((rows) => (
            <tr key={rows}>
              {COUNTS.map((columns) => (
                <td key={columns}>
                  <button
                    type="button"
                    className={styles.cell}
                    data-size={`${rows}-${columns}`}
                    data-selected={isSelected({ rows, columns })}
                    aria-label={name({ rows, columns })}
                    tabIndex={rows === size.rows && columns === size.columns ? 0 : -1}
                    onKeyDown={onKeyDown}
                    onPointerEnter={() => setSize({ rows, columns })}
                    onClick={() => onSelect({ rows, columns })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.size}>{name(size)}</p>
    </>
  )
}

/** The commands for the table at the cursor. */
function TableMenu({ editor }: { editor: RichTextEditor }) {
  const t = useTexts(editorTexts)
  return (
    <ToolMenu label={t('tool.tableEdit')} icon="tableEdit">
      {(close) => {
        const item = (text: string, isDisabled: boolean, action: () => void) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={menuStyles.item}
            aria-disabled={isDisabled}
            onClick={() => {
              close()
              if (!isDisabled) action()
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
