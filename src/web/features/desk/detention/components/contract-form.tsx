import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ContractResponse, ContractsResponse } from '#contract/http/desk/detention'
import { DETENTION_BASES, type DetentionBasis } from '#domain/detention/contract'
import { OPERATION_TYPES } from '#domain/operation/steps'
import { formatDurationMinutes } from '#domain/time/duration'
import { localMinute } from '#domain/time/zone'
import { useProductZone } from '../../../../api/product-config.ts'
import { amountText } from '../../../../lib/amount-text.ts'
import { serverNow } from '../../../../lib/time/server-clock.ts'
import { detentionText as text } from '../../../../text/desk.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { type ContractForm, emptyContract, formOf, isAllCharged, previewOf, readContract } from '../model.ts'
import { useSaveContract } from '../queries.ts'
import { Pauses, RateSteps } from './contract-rows.tsx'
import classes from './detention.module.css'

const PREVIEW_MINUTES = '157'
const duration = (minutes: number): string => formatDurationMinutes(minutes * 60)

/** A contract to create or change; a last day ends it. `contract` null: a new one. */
export function ContractFormFields({
  contract,
  named: { clients, places },
  onClose,
}: {
  contract: ContractResponse | null
  named: ContractsResponse
  onClose: () => void
}) {
  const zone = useProductZone()
  const [form, setForm] = useState<ContractForm>(() =>
    contract ? formOf(contract) : emptyContract(localMinute(serverNow(), zone).slice(0, 10)),
  )
  const fields = useFields(form, setForm)
  const save = useSaveContract()
  const options = (any: string, list: readonly { id: number; name: string }[]) => [
    { value: '', label: any },
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ]

  const place = places.find(({ id }) => String(id) === form.placeId)
  const allCharged = isAllCharged(form, place ? [place] : places)

  const submit = () => {
    const read = readContract(form)
    const unconfirmed = allCharged && !form.allCharged ? { allCharged: text.allChargedMissing } : {}
    if ('errors' in read) fields.show({ ...read.errors, ...unconfirmed })
    else if (allCharged && !form.allCharged) fields.show(unconfirmed)
    else save.mutate({ id: contract?.id ?? null, contract: read }, { onSuccess: onClose })
  }

  return (
    <Form
      ref={fields.element}
      className={`${classes.form} ${classes.tall}`}
      failure={save.error?.message}
      busy={save.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <TextInput label={text.name} maxLength={80} autoComplete="off" {...fields.field('name')} />
          <div className={classes.fields}>
            <NativeSelect
              size="md"
              label={text.client}
              {...fields.field('clientId')}
              data={options(text.anyClient, clients)}
            />
            <NativeSelect
              size="md"
              label={text.place}
              {...fields.field('placeId')}
              data={options(text.anyPlace, places)}
            />
            <NativeSelect
              size="md"
              label={text.type}
              {...fields.field('operationType')}
              data={[
                { value: '', label: text.anyType },
                ...OPERATION_TYPES.map((type) => ({ value: type, label: text[type] })),
              ]}
            />
            <NativeSelect
              size="md"
              label={text.basis}
              {...fields.field('basis')}
              data={DETENTION_BASES.map((basis: DetentionBasis) => ({
                value: basis,
                label: text.bases[basis],
              }))}
            />
          </div>
          <div className={classes.numbers}>
            <TextInput
              label={text.freeMinutes}
              description={text.freeHint}
              inputMode="numeric"
              {...fields.field('freeMinutes')}
            />
            <TextInput label={text.blockMinutes} inputMode="numeric" {...fields.field('blockMinutes')} />
            <TextInput
              label={text.tax}
              description={text.taxHint}
              inputMode="decimal"
              {...fields.field('tax')}
            />
          </div>
          {allCharged && (
            <Checkbox
              size="md"
              name="allCharged"
              label={text.allCharged}
              error={fields.errors.allCharged}
              {...fields.check('allCharged')}
            />
          )}
          <div className={classes.fields}>
            <TextInput label={text.validFrom} type="date" {...fields.field('validFrom')} />
            <TextInput
              label={text.validUntil}
              description={text.validHint}
              type="date"
              {...fields.field('validUntil')}
            />
          </div>
        </div>
        <div className={classes.column}>
          <RateSteps fields={fields} form={form} onForm={setForm} />
          <Pauses fields={fields} form={form} onForm={setForm} />
        </div>
        <Preview form={form} freeOfPlace={place?.freeMinutes ?? null} />
      </div>
    </Form>
  )
}

/** What a visit would cost by what is typed. */
function Preview({ form, freeOfPlace }: { form: ContractForm; freeOfPlace: number | null }) {
  const [minutes, setMinutes] = useState(PREVIEW_MINUTES)
  const counted = /^\d{1,5}$/.test(minutes) ? Number(minutes) : 0
  const charge = previewOf(form, counted, freeOfPlace)
  return (
    <section aria-labelledby="preview-heading" className={classes.preview}>
      <h3 id="preview-heading">{text.preview}</h3>
      <TextInput
        label={text.previewVisit}
        inputMode="numeric"
        value={minutes}
        onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
      />
      <p role="status">
        {charge === null
          ? text.previewNone
          : text.previewSays(
              duration(charge.chargeableMinutes),
              duration(charge.billedMinutes),
              amountText(charge.centavos ?? 0),
            )}
      </p>
    </section>
  )
}
