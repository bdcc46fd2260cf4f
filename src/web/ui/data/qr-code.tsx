import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'
import { qrPath } from './qr-path.ts'

/** White in both colour schemes: scanners look for the quiet zone. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(content, { ecc: 'M', border: 4 })
    return { size: code.size, path: qrPath(code.data) }
  }, [content])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
