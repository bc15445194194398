import { useRef } from 'react'
import {
  clearFormatting,
  indent,
  outdent,
  toggle,
  toggleList,
} from '#desktop/renderer/features/editor/engine/commands.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/create-editor.ts'
import type { ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { KEYS } from '#desktop/renderer/features/editor/model/keys.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { BlockTools } from './block-tools.tsx'
import { type DialogName, InsertTools } from './insert-tools.tsx'
import { LookTools } from './look-tools.tsx'
import { ToolButton } from './tool-button.tsx'
import styles from './toolbar.module.css'
import { useRoving } from './use-roving.ts'

interface ToolbarProps {
  editor: RichTextEditor
  state: ToolState
  isFullscreen: boolean
  isCodeView: boolean
  onDialog: (name: DialogName) => void
  onFullscreen: () => void
  onCodeView: () => void
}

/** Every tool of the editor, in groups. */
export function Toolbar(props: ToolbarProps) {
  const { editor, state, isFullscreen, isCodeView, onDialog, onFullscreen, onCodeView } = props
  const t = useTexts(editorTexts)
  const toolbar = useRef<HTMLDivElement>(null)
  const roving = useRoving(toolbar)

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('editor.toolbar')}
      className={styles.toolbar}
      {...roving}
    >
      {!isCodeView && (
        <>
          <div className={styles.group}>
            <ToolButton
              icon="undo"
              label={t('tool.undo')}
              keys={KEYS.undo}
              isDisabled={!state.canUndo}
              onPress={() => editor.undo()}
            />
            <ToolButton
              icon="redo"
              label={t('tool.redo')}
              keys={KEYS.redo}
              isDisabled={!state.canRedo}
              onPress={() => editor.redo()}
            />
          </div>
          <BlockTools editor={editor} state={state} />
          <div className={styles.group}>
            {(['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript'] as const).map(
              (style) => (
                <ToolButton
                  key={style}
                  icon={style}
                  label={t(`tool.${style}`)}
                  keys={KEYS[style]}
                  isPressed={state.toggles[style]}
                  onPress={() => toggle(editor, style)}
                />
              ),
            )}
            <ToolButton
              icon="clear"
              label={t('tool.clear')}
              keys={KEYS.clear}
              onPress={() => clearFormatting(editor)}
            />
          </div>
          <LookTools editor={editor} state={state} />
          <div className={styles.group}>
            {(['bulletList', 'numberedList'] as const).map((list) => (
              <ToolButton
                key={list}
                icon={list}
                label={t(`tool.${list}`)}
                keys={KEYS[list]}
                isPressed={state.kind === `${list}Item`}
                onPress={() =>
                  toggleList(editor, list === 'bulletList' ? 'bulletListItem' : 'numberedListItem')
                }
              />
            ))}
            <ToolButton
              icon="outdent"
              label={t('tool.outdent')}
              keys={KEYS.outdent}
              isDisabled={!state.canOutdent}
              onPress={() => outdent(editor)}
            />
            <ToolButton
              icon="indent"
              label={t('tool.indent')}
              keys={KEYS.indent}
              isDisabled={!state.canIndent}
              onPress={() => indent(editor)}
            />
          </div>
          <InsertTools editor={editor} state={state} onDialog={onDialog} />
        </>
      )}
      <div className={styles.group}>
        <ToolButton
          icon="codeView"
          label={t('tool.codeView')}
          isPressed={isCodeView}
          onPress={onCodeView}
        />
        <ToolButton
          icon={isFullscreen ? 'leaveFullscreen' : 'fullscreen'}
          label={t('tool.fullscreen')}
          isPressed={isFullscreen}
          onPress={onFullscreen}
        />
        <ToolButton icon="help" label={t('tool.help')} onPress={() => onDialog('help')} />
      </div>
    </div>
  )
}
