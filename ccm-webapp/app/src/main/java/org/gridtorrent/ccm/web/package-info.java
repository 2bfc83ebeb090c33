/** What every request goes through: guards, session, routing, and how an answer is written. */
@NullMarked
package org.gridtorrent.ccm.web;

import org.jspecify.annotations.NullMarked;
