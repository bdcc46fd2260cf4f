import type { BackupStore, S3Access } from '../../../backup-place.ts'
import { folderTarget } from './folder.ts'
import type { Target } from './target.ts'

export async function openTarget(store: BackupStore, access: S3Access): Promise<Target> {
  if (store.kind === 'folder') return folderTarget(store.folder)
  // Its library takes 20 MB: only for who asks for it.
  const { s3Target } = await import('./s3.ts')
  return s3Target(store, access)
}
