import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import type { Shape } from '#domain/place/shape'
import { placesText as text } from '../../../../text/places.ts'
import { isShortLink } from '../pasted-position.ts'
import { SOUGHT_NAMES, type Sought, soughtIn } from '../sought.ts'
import classes from './places.module.css'

/** Moves the map to a port, park, town or own place, or to the position that was pasted. It asks no service. */
export function PlaceSearch({
  places,
  onFound,
}: {
  places: readonly { name: string; shape: Shape }[]
  onFound: (sought: Sought) => void
}) {
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const list = useId()
  const search = (event: FormEvent) => {
    event.preventDefault()
    const sought = soughtIn(words, places)
    if (sought) onFound(sought)
    if (sought || words.trim() === '') setFault(null)
    else setFault(isShortLink(words) ? text.shortLink : text.notFound(words.trim()))
  }
  return (
    <search>
      <form className={classes.search} onSubmit={search}>
        <TextInput
          label={text.search}
          placeholder={text.searchHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          list={list}
          value={words}
          error={fault !== null}
          aria-describedby={`${list}-fault`}
          onChange={({ currentTarget }) => {
            setWords(currentTarget.value)
            setFault(null)
          }}
        />
        <Button type="submit" variant="default" px={14}>
          {text.searchGo}
        </Button>
        {/* Below both: under the field it would push the button down. */}
        <p id={`${list}-fault`} role="alert" className={classes.fault}>
          {fault}
        </p>
        <datalist id={list}>
          {[...new Set([...places.map(({ name }) => name), ...SOUGHT_NAMES])].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </search>
  )
}
