import type { JSX } from 'preact';
import { askAccount, type RotatedWebhook } from '../../../data/account.js';
import { Form } from '../../../shell/parts/form.js';
import { OverlapChoice } from '../overlap-choice.js';

interface NewSecretProps {
  /** Id of the webhook. */
  readonly id: string;
  readonly onRotated: (webhook: RotatedWebhook) => void;
  readonly onCancel: () => void;
}

/** Makes another secret of a webhook, after saying how long the old one holds. */
export function NewSecret({ id, onRotated, onCancel }: NewSecretProps): JSX.Element {
  return (
    <Form<RotatedWebhook>
      button="Create a new secret"
      send={({ overlap }) => askAccount('POST', `/webhooks/${id}/rotate`, { overlap_seconds: Number(overlap) })}
      done={onRotated}
      onCancel={onCancel}
    >
      <OverlapChoice
        label="Calls are signed with the new secret, and with the old one too for"
        hint="Receivers with only the old secret then reject every call."
      />
    </Form>
  );
}
