import { BlockNoteViewRaw, useBlockNoteContext } from '@blocknote/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import richStyles from '#desktop/renderer/components/rich-content.module.css'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { CONTENT_MAX } from '#shared/rules/content-length.ts'
import { type DialogName, Dialogs } from './dialogs.tsx'
import textStyles from './editor-text.module.css'
import styles from './editor-view.module.css'
import { useEscape, useFullscreen, useReadOnly, useVisibleSelection } from './focus.ts'
import { Toolbar } from './toolbar.tsx'
import { useChanges, useCodeView, useEditor, useToolState } from './use-editor.ts'

export interface EditorViewProps {
  initialHtml: string
  height: number
  tabSize: number
  hasFewTools: boolean
  label: string
  isReadOnly: boolean
  onChange: (html: string) => void
}

/** The toolbar, the text or its code, and the length warning. */
export function EditorView(props: EditorViewProps) {
  const { initialHtml, height, tabSize, hasFewTools, label, isReadOnly, onChange } = props
  const t = useTexts(editorTexts)
  const root = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const editor = useEditor({
    initialHtml,
    label,
    openLink: () => setDialog('link'),
    focusToolbar: () =>
      root.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus(),
    onPasteError: (error) => showFailure(`editor-${error}`, t(`paste.${error}`)),
  })
  const state = useToolState(editor)
  const { length, report } = useChanges(editor, onChange)
  const fullscreen = useFullscreen(root)
  const code = useCodeView(editor, report)

  useVisibleSelection(editor, root)
  useReadOnly(root, isReadOnly)
  useEscape(root, (target) => {
    if (fullscreen.isOn) fullscreen.leave()
    else if (target.matches('[data-tool]')) editor.focus()
  })

  useEffect(() => {
    editor.domElement?.setAttribute('aria-label', label)
  }, [editor, label])

  const style = fullscreen.isOn ? undefined : { height }
  return (
    <div ref={root} className={fullscreen.isOn ? styles.full : styles.editor}>
      <Toolbar
        editor={editor}
        state={state}
        isFullscreen={fullscreen.isOn}
        isCodeView={code.isOn}
        hasFew={hasFewTools}
        onDialog={setDialog}
        onFullscreen={fullscreen.toggle}
        onCodeView={code.toggle}
      />
      {/* Hidden instead of unmounted, so that the code view keeps the undo history. */}
      <div className={styles.scroll} hidden={code.isOn} style={style}>
        <div
          className={`${textStyles.text} ${richStyles.content}`}
          data-empty={state.isEmpty || undefined}
          data-placeholder={t('editor.placeholder')}
          style={{ tabSize }}
        >
          <BlockNoteViewRaw editor={editor} className={textStyles.view}>
            <NoSuggestions />
          </BlockNoteViewRaw>
        </div>
      </div>
      {code.isOn && (
        <div className={styles.scroll} style={style}>
          <textarea
            className={styles.code}
            aria-label={t('code.label')}
            defaultValue={code.html}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            style={{ tabSize }}
            onChange={({ target }) => code.write(target.value)}
          />
        </div>
      )}
      <LengthWarning length={length} />
      {dialog && <Dialogs name={dialog} editor={editor} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** Removes the ARIA attributes of BlockNote's suggestion menu, which is disabled. */
function NoSuggestions() {
  const setProps = useBlockNoteContext()?.setContentEditableProps
  useLayoutEffect(() => {
    setProps?.({ 'aria-autocomplete': undefined, 'aria-haspopup': undefined })
  }, [setProps])
  return null
}

/** The warning appears from this share of the maximum length. */
const WARNING_SHARE = 0.8

function LengthWarning({ length }: { length: number }) {
  const t = useTexts(editorTexts)
  const { format } = useLanguage()
  if (length <= CONTENT_MAX * WARNING_SHARE) return null
  const isOver = length > CONTENT_MAX
  const values = { used: format.count(length), max: format.count(CONTENT_MAX) }
  return (
    <p className={isOver ? styles.over : styles.near} role="status" aria-atomic="false">
      {t(isOver ? 'length.over' : 'length.near', values)}
    </p>
  )
}
