import { useState } from "react";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog, Dialog } from "#ui/dialog.tsx";
import { Menu, MenuChoice, MenuItem, MenuLine, MenuLink } from "#ui/menu.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { Row, Samples } from "./samples.tsx";

export function FloatSamples() {
  const [shown, setShown] = useState<"dialog" | "alert" | null>(null);
  const [tab, setTab] = useState<"all" | "unread">("all");
  const [order, setOrder] = useState<"new" | "top">("new");
  const close = () => setShown(null);
  return (
    <Samples title="Menus, dialogs, messages, tabs">
      <Row>
        <Menu
          label="Sample"
          align="start"
          trigger={(props) => (
            <Button variant="secondary" {...props}>
              Menu
            </Button>
          )}
        >
          <MenuLink href="/explore">Explore</MenuLink>
          <MenuItem onSelect={() => toast.info("Chosen.")}>Say so</MenuItem>
          <MenuLine />
          <MenuChoice
            label="Order"
            value={order}
            options={[
              { value: "new", label: "Newest first" },
              { value: "top", label: "Top" },
            ]}
            onChange={setOrder}
          />
        </Menu>
        <Button variant="secondary" onClick={() => setShown("dialog")}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setShown("alert")}>
          Question
        </Button>
      </Row>
      <Row>
        <Button variant="ghost" onClick={() => toast.success("Saved.")}>
          Success
        </Button>
        <Button variant="ghost" onClick={() => toast.error("Something went wrong.")}>
          Error
        </Button>
        <Button variant="ghost" onClick={() => toast.info("A new version is here.")}>
          Info
        </Button>
      </Row>
      <Tabs
        label="Notifications"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "all", label: "All", content: <p>Everything there is.</p> },
          { value: "unread", label: "Unread", content: <p>Only what is new.</p> },
        ]}
      />
      <Dialog isOpen={shown === "dialog"} onClose={close} title="A dialog" description="Escape and the cross close it.">
        <Button onClick={close}>Done</Button>
      </Dialog>
      <AlertDialog
        isOpen={shown === "alert"}
        title="Abort Sign up?"
        description="What you have typed will be lost."
        confirmLabel="Confirm"
        isDanger
        onConfirm={close}
        onCancel={close}
      />
    </Samples>
  );
}
