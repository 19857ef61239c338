import "pagehound/widget/define";
