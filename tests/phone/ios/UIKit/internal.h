// Internal declarations that the files of UIKit share.
#pragma once
#include <UIKit/UIKit.h>
#include <phone/system.h>

@interface UIViewController () {
    @public
    UIView *_view;
    UIViewController *_parent;
    NSMutableArray *_children;
    int _appearance; // 0 gone, 1 will appear, 2 appeared
}
@end
// The two parts of a change in the life cycle: the immediate part, and the part at the next commit.
void phone_begin_appearing(UIViewController *, bool animated);
void phone_begin_disappearing(UIViewController *, bool animated);
// Returns the controllers inside a container that appear together with it.
NSArray *phone_visible_children(UIViewController *);
void phone_commit(void); // CoreAnimation's commit: layout, then the work that waits for the frame
