import { useEffect, useRef, useState } from 'react'
import richStyles from '#desktop/renderer/components/rich-content.module.css'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { CodeView } from './code-view.tsx'
import { Dialogs } from './dialogs.tsx'
import styles from './editor-view.module.css'
import type { DialogName } from './insert-tools.tsx'
import { LengthNote } from './length-note.tsx'
import textStyles from './text.module.css'
import { TextView } from './text-view.tsx'
import { Toolbar } from './toolbar.tsx'
import { useCodeView } from './use-code-view.ts'
import { useEscape } from './use-escape.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useReports } from './use-reports.ts'
import { useShownSelection } from './use-shown-selection.ts'
import { useTextEditor } from './use-text-editor.ts'
import { useToolState } from './use-tool-state.ts'

export interface EditorViewProps {
  initialHtml: string
  height: number
  tabSize: number
  label: string
  onChange: (html: string) => void
}

/** The editor itself: its tools, the text, and what is said about its length. */
export function EditorView({ initialHtml, height, tabSize, label, onChange }: EditorViewProps) {
  const t = useTexts(editorTexts)
  const root = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const editor = useTextEditor({
    initialHtml,
    label,
    openLink: () => setDialog('link'),
    focusToolbar: () =>
      root.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus(),
    refuse: (why) => showFailure(`editor-${why}`, t(`paste.${why}`)),
  })
  const state = useToolState(editor)
  const { length, report } = useReports(editor, onChange)
  const fullscreen = useFullscreen(root)
  const code = useCodeView(editor, report)

  useShownSelection(editor, root)
  useEscape(root, (target) => {
    if (fullscreen.isOn) fullscreen.leave()
    else if (target.matches('[data-tool]')) editor.focus()
  })

  useEffect(() => {
    editor.domElement?.setAttribute('aria-label', label)
  }, [editor, label])

  return (
    <div ref={root} className={fullscreen.isOn ? styles.full : styles.editor}>
      <Toolbar
        editor={editor}
        state={state}
        isFullscreen={fullscreen.isOn}
        isCodeView={code.isOn}
        onDialog={setDialog}
        onFullscreen={fullscreen.toggle}
        onCodeView={code.toggle}
      />
      {/* Hidden and not taken away: the text keeps its history while its code is shown. */}
      <div
        className={styles.scroll}
        hidden={code.isOn}
        style={fullscreen.isOn ? undefined : { height }}
      >
        <div
          className={`${textStyles.text} ${richStyles.content}`}
          data-empty={state.isEmpty || undefined}
          data-placeholder={t('editor.placeholder')}
          style={{ tabSize }}
        >
          <TextView editor={editor} className={textStyles.view} />
        </div>
      </div>
      {code.isOn && (
        <div className={styles.scroll} style={fullscreen.isOn ? undefined : { height }}>
          <CodeView html={code.html} tabSize={tabSize} onChange={code.write} />
        </div>
      )}
      <LengthNote length={length} />
      {dialog && <Dialogs name={dialog} editor={editor} onClose={() => setDialog(null)} />}
    </div>
  )
}
