import { type KeyboardEvent, useRef, useState } from 'react'
import {
  stepSize,
  TABLE_MAX,
  type TableSize,
} from '#desktop/renderer/features/editor/model/table-size.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './table-picker.module.css'

const COUNTS = Array.from({ length: TABLE_MAX }, (_, index) => index + 1)

/** Squares to choose a table's size from, by pointing or with the arrow keys. */
export function TablePicker({ onChoose }: { onChoose: (size: TableSize) => void }) {
  const t = useTexts(editorTexts)
  const [size, setSize] = useState<TableSize>({ rows: 1, columns: 1 })
  const grid = useRef<HTMLTableElement>(null)
  const name = ({ rows, columns }: TableSize) => t('table.size', { rows, columns })
  const isChosen = ({ rows, columns }: TableSize) => rows <= size.rows && columns <= size.columns

  const move = (event: KeyboardEvent) => {
    const next = stepSize(size, event.key)
    if (!next) return
    // The menu around would step through the squares one by one.
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
                    data-chosen={isChosen({ rows, columns })}
                    aria-label={name({ rows, columns })}
                    tabIndex={rows === size.rows && columns === size.columns ? 0 : -1}
                    onKeyDown={move}
                    onPointerEnter={() => setSize({ rows, columns })}
                    onClick={() => onChoose({ rows, columns })}
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
