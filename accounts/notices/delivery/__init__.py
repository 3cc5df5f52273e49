"""How notices leave: scheduled, put together, sent, tried again; not what anybody wants."""
