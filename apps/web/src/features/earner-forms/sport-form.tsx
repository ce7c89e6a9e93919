import { earnerRoutes, individualSport } from "@app/contract/earners";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { CategoriesField } from "./fields.tsx";
import { firstSport } from "./first-values.ts";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { sportForm } from "./form-values.ts";
import { ClassFields, CollegeLists } from "./sport-fields.tsx";
import { toEntries } from "./to-entries.ts";

type Values = z.input<typeof sportForm>;
type Sent = z.output<typeof sportForm>;

/** A student athlete, step 2 of 2: the sport. */
export function SportForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(sportForm, VALIDATION_OPTIONS),
    defaultValues: firstSport(view),
  });

  const send = ({ offers, visits, ...values }: Sent) =>
    sendForm(earnerRoutes.individualSport, {
      body: {
        step: 2,
        ...values,
        offers: lists.offers.parse(toEntries(offers)),
        visits: lists.visits.parse(toEntries(visits)),
      },
      file: null,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Sent>
        {...{ view, onBack, onSaved, onPay }}
        plan="Individual"
        form="individual-2"
        step="Step 2 of 2"
        submitLabel="Submit"
        onSend={send}
      >
        <ClassFields />
        <CategoriesField options={categories} />
        <CollegeLists categories={categories} />
      </FormFrame>
    </FormProvider>
  );
}

const lists = { offers: individualSport.offers, visits: individualSport.visits };
