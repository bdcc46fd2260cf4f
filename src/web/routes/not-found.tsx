import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { notFoundText as text } from '../text/page.ts'
import { LanguageSwitch } from '../ui/page/language-switch.tsx'
import { Mark } from '../ui/page/mark.tsx'
import { MessagePage } from '../ui/page/message-page.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export default function NotFoundRoute() {
  return (
    <MessagePage>
      <PageTitle>{text.title}</PageTitle>
      <Mark size={56} />
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      <Button component={Link} href="/">
        {text.home}
      </Button>
      <LanguageSwitch />
    </MessagePage>
  )
}
