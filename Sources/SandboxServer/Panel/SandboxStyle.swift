/// The style sheet of the control panel and of the checkout page.
enum SandboxStyle {
    /// The text of the style sheet.
    static let css = """
        :root { color-scheme: light dark; --line: light-dark(#d8dce2, #3a404a); --soft: light-dark(#5b6470, #a3acb8);
          --card: light-dark(#fff, #1d2127); --page: light-dark(#f3f5f8, #14171b); --accent: light-dark(#0b57d0, #8ab4f8);
          --on-accent: light-dark(#fff, #10213d); --bad: light-dark(#b3261e, #f2b8b5); }
        * { box-sizing: border-box; }
        body { background: var(--page); font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 72rem;
          padding: 1rem; }
        body.checkout { max-width: 26rem; }
        h1 { font-size: 1.5rem; margin: .2rem 0 .6rem; }
        h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
        h3 { font-size: .85rem; color: var(--soft); margin: .9rem 0 .3rem; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; margin: 0 0 1rem;
          min-width: 0; padding: 1rem; }
        .grid { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
        button, input, select { border: 1px solid var(--line); border-radius: .5rem; background: transparent;
          color: inherit; font: inherit; min-height: 2.5rem; padding: .3rem .8rem; }
        input, select { max-width: 100%; }
        input[type=number] { width: 6rem; }
        button { cursor: pointer; }
        button:hover { border-color: var(--accent); }
        button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent);
          font-weight: 600; width: 100%; }
        .row { align-items: center; display: flex; flex-wrap: wrap; gap: .5rem; margin: .4rem 0; }
        table { border-collapse: collapse; font-size: .85rem; width: 100%; }
        td, th { border-top: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: top; }
        td.long { overflow-wrap: anywhere; }
        pre { background: var(--page); border-radius: .5rem; font-size: .78rem; margin: .3rem 0; overflow-x: auto;
          padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        details { border-top: 1px solid var(--line); padding: .4rem 0; }
        summary { cursor: pointer; font-family: ui-monospace, monospace; font-size: .82rem; overflow-wrap: anywhere; }
        a { color: var(--accent); }
        .price { font-size: 1.8rem; font-weight: 650; margin: .4rem 0 1rem; }
        .soft, #log { color: var(--soft); font-size: .85rem; }
        #log { white-space: pre-wrap; overflow-wrap: anywhere; }
        .bad { color: var(--bad); font-weight: 600; }
        .testers .row button { flex: 1 1 45%; font-size: .9rem; }
        """
}
