/** An outline in which each dark module of a QR code is a square of 1: one path draws the whole code. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  let path = ''
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      let width = 1
      while (row[x + width]) width++
      path += `M${x} ${y}h${width}v1h-${width}z`
      x += width - 1
    }
  })
  return path
}
