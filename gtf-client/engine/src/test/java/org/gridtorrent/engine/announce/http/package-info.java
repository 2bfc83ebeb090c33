@NullMarked
package org.gridtorrent.engine.announce.http;

import org.jspecify.annotations.NullMarked;
