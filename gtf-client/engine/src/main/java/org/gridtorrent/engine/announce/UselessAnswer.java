package org.gridtorrent.engine.announce;

import java.io.IOException;

/** The tracker is there, but what it answers is of no use. */
class UselessAnswer extends IOException {
    private static final long serialVersionUID = 1;

    UselessAnswer(String what) {
        super(what);
    }

    UselessAnswer(String what, Throwable why) {
        super(what, why);
    }
}
