import { amountText } from '../../../../lib/amount-text.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import classes from './detention.module.css'

/** A sum, with the tax beside it where some was agreed. */
export function Amount({ centavos, taxCentavos }: { centavos: number; taxCentavos: number }) {
  return (
    <>
      <strong>{amountText(centavos)}</strong>
      {taxCentavos > 0 && <small className={classes.note}>{text.withTax(amountText(taxCentavos))}</small>}
    </>
  )
}
