import { basename } from 'node:path'
import { storeAt } from '#server/backup-place'
import { configFromProcess } from '#server/config'
import { copyTo } from '#server/db/backup/target/copy'
import { openTarget } from '#server/db/backup/target/open'
import { megabytes } from './memory.ts'

// A process that copies a file to a target and may be killed meanwhile: `copier.ts TARGET FILE`.
const [place = '', path = ''] = process.argv.slice(2)
const target = await openTarget(storeAt(place), configFromProcess().s3)
const { bytes } = await copyTo(target, { file: basename(path), path }, { now: Date.now(), pausesMs: [] })
console.log(JSON.stringify({ bytes, peakMb: megabytes(process.pid, 'VmHWM') }))
