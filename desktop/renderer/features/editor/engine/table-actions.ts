import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  mergeCells,
  splitCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables'

/** What can be done to the table with the cursor, by the name of its text. */
export const TABLE_ACTIONS = [
  { name: 'rowAbove', command: addRowBefore },
  { name: 'rowBelow', command: addRowAfter },
  { name: 'columnLeft', command: addColumnBefore },
  { name: 'columnRight', command: addColumnAfter },
  { name: 'headerRow', command: toggleHeaderRow },
  { name: 'headerColumn', command: toggleHeaderColumn },
  { name: 'merge', command: mergeCells },
  { name: 'split', command: splitCell },
  { name: 'deleteRow', command: deleteRow },
  { name: 'deleteColumn', command: deleteColumn },
] as const
