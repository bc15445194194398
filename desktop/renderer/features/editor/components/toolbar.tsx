import { useRef, useState } from 'react'
import {
  clearFormatting,
  indent,
  outdent,
  setAlignment,
  setKind,
  toggleList,
  toggleStyle,
} from '#desktop/renderer/features/editor/engine/commands.ts'
import { SHORTCUTS } from '#desktop/renderer/features/editor/engine/keyboard.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/schema.ts'
import { ALIGNMENTS, type ToolState } from '#desktop/renderer/features/editor/engine/tool-state.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import type { DialogName } from './dialogs.tsx'
import { useRovingFocus } from './focus.ts'
import { InsertTools } from './insert-tools.tsx'
import { StyleTools } from './style-tools.tsx'
import { ToolButton } from './tool-button.tsx'
import { ToolMenu, ToolOptions } from './tool-menu.tsx'
import styles from './toolbar.module.css'

interface ToolsProps {
  editor: RichTextEditor
  state: ToolState
}

interface ToolbarProps extends ToolsProps {
  isFullscreen: boolean
  isCodeView: boolean
  /** Eight tools until More is pressed. */
  hasFew: boolean
  onDialog: (name: DialogName) => void
  onFullscreen: () => void
  onCodeView: () => void
}

export function Toolbar(props: ToolbarProps) {
  const { editor, state, isFullscreen, isCodeView, hasFew } = props
  const { onDialog, onFullscreen, onCodeView } = props
  const t = useTexts(editorTexts)
  const toolbar = useRef<HTMLDivElement>(null)
  const rovingFocus = useRovingFocus(toolbar)
  const [hasOpened, setOpened] = useState(false)
  const isAll = !hasFew || hasOpened

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('editor.toolbar')}
      className={styles.toolbar}
      {...rovingFocus}
    >
      {!isCodeView && (
        <>
          <div className={styles.group}>
            <ToolButton
              icon="undo"
              label={t('tool.undo')}
              keys={SHORTCUTS.undo}
              isDisabled={!state.canUndo}
              onPress={() => editor.undo()}
            />
            {isAll && (
              <ToolButton
                icon="redo"
                label={t('tool.redo')}
                keys={SHORTCUTS.redo}
                isDisabled={!state.canRedo}
                onPress={() => editor.redo()}
              />
            )}
          </div>
          {isAll && <BlockTools editor={editor} state={state} />}
          <MarkTools editor={editor} state={state} isAll={isAll} />
          {isAll && <StyleTools editor={editor} state={state} />}
          <ListTools editor={editor} state={state} isAll={isAll} />
          <InsertTools editor={editor} state={state} isAll={isAll} onDialog={onDialog} />
        </>
      )}
      <div className={styles.group}>
        {hasFew && !isCodeView && (
          <ToolButton
            icon="more"
            label={t('tool.more')}
            isExpanded={hasOpened}
            onPress={() => setOpened(!hasOpened)}
          />
        )}
        {(isAll || isCodeView) && (
          <ToolButton
            icon="codeView"
            label={t('tool.codeView')}
            isPressed={isCodeView}
            onPress={onCodeView}
          />
        )}
        {(isAll || isFullscreen) && (
          <ToolButton
            icon={isFullscreen ? 'leaveFullscreen' : 'fullscreen'}
            label={t('tool.fullscreen')}
            isPressed={isFullscreen}
            onPress={onFullscreen}
          />
        )}
        {isAll && (
          <ToolButton icon="help" label={t('tool.help')} onPress={() => onDialog('help')} />
        )}
      </div>
    </div>
  )
}

interface PartialToolsProps extends ToolsProps {
  isAll: boolean
}

const FEW_MARKS = ['bold', 'italic', 'underline'] as const
const MARKS = [...FEW_MARKS, 'strike', 'superscript', 'subscript'] as const

/** Styles of a letter. */
function MarkTools({ editor, state, isAll }: PartialToolsProps) {
  const t = useTexts(editorTexts)
  return (
    <div className={styles.group}>
      {(isAll ? MARKS : FEW_MARKS).map((style) => (
        <ToolButton
          key={style}
          icon={style}
          label={t(`tool.${style}`)}
          keys={SHORTCUTS[style]}
          isPressed={state.toggles[style]}
          onPress={() => toggleStyle(editor, style)}
        />
      ))}
      {isAll && (
        <ToolButton
          icon="clear"
          label={t('tool.clear')}
          keys={SHORTCUTS.clear}
          onPress={() => clearFormatting(editor)}
        />
      )}
    </div>
  )
}

const KINDS = ['paragraph', 'heading1', 'heading2', 'heading3', 'quote', 'codeBlock'] as const
const ALIGNMENT_ICONS = {
  left: 'alignLeft',
  center: 'alignCenter',
  right: 'alignRight',
  justify: 'alignJustify',
} as const

/** Kind and alignment of the blocks. */
function BlockTools({ editor, state }: ToolsProps) {
  const t = useTexts(editorTexts)
  const kind = KINDS.find((known) => known === state.kind)
  return (
    <div className={styles.group}>
      <ToolMenu label={t('tool.style')} value={t(kind ? `kind.${kind}` : 'kind.paragraph')}>
        {(close) => (
          <ToolOptions
            options={KINDS.map((value) => ({ value, text: t(`kind.${value}`) }))}
            selected={kind ?? null}
            onSelect={(value) => {
              close()
              setKind(editor, value)
              editor.focus()
            }}
          />
        )}
      </ToolMenu>
      <ToolMenu label={t('tool.align')} icon={ALIGNMENT_ICONS[state.alignment]}>
        {(close) => (
          <ToolOptions
            options={ALIGNMENTS.map((value) => ({ value, text: t(`align.${value}`) }))}
            selected={state.alignment}
            onSelect={(value) => {
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

function ListTools({ editor, state, isAll }: PartialToolsProps) {
  const t = useTexts(editorTexts)
  return (
    <div className={styles.group}>
      {(['bulletList', 'numberedList'] as const).map((list) => (
        <ToolButton
          key={list}
          icon={list}
          label={t(`tool.${list}`)}
          keys={SHORTCUTS[list]}
          isPressed={state.kind === `${list}Item`}
          onPress={() => toggleList(editor, `${list}Item`)}
        />
      ))}
      {isAll && (
        <>
          <ToolButton
            icon="outdent"
            label={t('tool.outdent')}
            keys={SHORTCUTS.outdent}
            isDisabled={!state.canOutdent}
            onPress={() => outdent(editor)}
          />
          <ToolButton
            icon="indent"
            label={t('tool.indent')}
            keys={SHORTCUTS.indent}
            isDisabled={!state.canIndent}
            onPress={() => indent(editor)}
          />
        </>
      )}
    </div>
  )
}
