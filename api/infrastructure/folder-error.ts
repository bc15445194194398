const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'it, or a folder above it, is a file',
  EEXIST: 'it, or a folder above it, is a file',
  ENOENT: 'it cannot be created',
  ELOOP: 'it is a loop of links',
}

/** Returns an error that names DATA_DIR for a folder that cannot be used, else the same error. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  const isSystem = error instanceof Error && 'code' in error && 'syscall' in error
  const reason = isSystem ? REASONS[String(error.code)] : undefined
  if (reason === undefined) return error
  const cure = 'Set it to a folder that the server may write to.'
  return new Error(`DATA_DIR ${dataDir} cannot be used: ${reason}. ${cure}`, { cause: error })
}
